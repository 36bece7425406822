import { day, hour, second } from '#shared/rules/limits.ts';
import type { EmulatorState, Settings } from './state.ts';

const defaultSettings: Settings = {
  key: 'sandbox',
  hourly: false,
  resize_delay: 20 * second,
  auto_confirm: 24 * hour,
  shows_paid_orders: true,
  no_order: 'error',
  answers: 'plain',
};

/** An account with three servers, partway through their cycles. `now` is in milliseconds since the epoch. */
export const initialState = (now: number, changed: Partial<Settings> = {}): EmulatorState => ({
  version: 1,
  settings: { ...defaultSettings, ...changed },
  servers: [
    {
      serviceid: 12_345,
      srvrname: 'mail-1',
      main_ip: '203.0.113.10',
      rid: 101,
      spec: { cpu: 1, ram: 2, disk: 50, bandwidth: 2 },
      disk_type: 'ssd',
      billingcycle: 'monthly',
      nextduedate: now + 18 * day,
      managed: false,
      status: 'ACTIVE',
      upgrade: null,
    },
    {
      serviceid: 12_346,
      srvrname: 'mail-2',
      main_ip: '203.0.113.11',
      rid: 103,
      spec: { cpu: 2, ram: 6, disk: 100, bandwidth: 2 },
      disk_type: 'ssd',
      billingcycle: 'annually',
      nextduedate: now + 200 * day,
      managed: false,
      status: 'ACTIVE',
      upgrade: null,
    },
    {
      serviceid: 12_347,
      srvrname: 'Server#12347',
      main_ip: '203.0.113.12',
      rid: 190,
      spec: { cpu: 2, ram: 4, disk: 60, bandwidth: 2 },
      disk_type: 'ssd',
      billingcycle: 'monthly',
      nextduedate: now + 3 * day,
      managed: true,
      status: 'ACTIVE',
      upgrade: null,
    },
  ],
  orders: [],
  nextId: 550,
  calls: {},
});
