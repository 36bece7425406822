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
    'You have no pending upgrade orders.',
    'You do not have an upgrade order pending for this service.',
    'Service 12345 has no pending upgrade order.',
    'No upgrade order was found for service ID 12345.',
    'No pending upgrade order exists for serviceid 12345',
    "There isn't a pending upgrade order for this server.",
    'We could not find an upgrade order for this service.',
    'No upgrade has been ordered for this service.',
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
    'We could not find this service.',
    'We could not find an upgrade order because the database is busy.',
    'You do not have permission to see upgrade orders.',
    'There is not enough data about this order.',
    'You have no access to upgrade orders.',
    'No upgrade has been ordered or we could not read it.',
    'Nothing to upgrade, because the order is being processed.',
  ])('proves nothing: %s', (message) => {
    expect(saysNoOrder(message)).toBe(false);
  });
});
