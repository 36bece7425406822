import { describe, expect, it } from 'vitest';
import { saysNoOrder } from './no-order.ts';

describe('an error of check_upgrade_order', () => {
  it.each([
    'No pending upgrade order was found.',
    'There is no upgrade order for this service',
    'There are currently no orders pending.',
    'No orders.',
    'No pending upgrades found.',
    'No upgrade is pending for this service.',
    'Nothing to upgrade.',
    'Nothing is pending at this time',
    'Upgrade order could not be found.',
    'The upgrade order cannot be found',
    'The upgrade order can not be found',
    'Upgrade order not found.',
    'The order does not exist',
    "An order doesn't exist for this service",
    'This service does not have a pending upgrade order.',
    'This server has no upgrade orders',
    'The server doesn’t have any open orders.',
  ])('means that there is none: %s', (message) => {
    expect(saysNoOrder(message)).toBe(true);
  });

  it.each([
    'No orders can be processed during maintenance.',
    'Database error: no order could be read.',
    'Temporary failure',
    'No authorization to see this order.',
    'No order service available',
    'Not Authorized! No order for you.',
    'No order could be loaded',
    'The order could not be read.',
    'Nothing',
    'No.',
    '',
    'The order is not paid',
    'No upgrades are available',
    'An upgrade order is pending.',
    'Nothing to upgrade, because the order is being processed.',
  ])('proves nothing: %s', (message) => {
    expect(saysNoOrder(message)).toBe(false);
  });
});
