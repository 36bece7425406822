import { z } from 'zod';
import { billingCycles, monthPattern } from '../../../flows/hosting.ts';
import { serverLimits } from '../../../rules/limits.ts';
import { foldCase } from '../../../text-input/text-case.ts';
import { reasonMessage } from '../../../texts/field-reasons.ts';
import { boundedString } from '../../bounded-string.ts';
import { id, line } from '../../fields.ts';

/** An amount, in the currency of the connection. */
export const money = boundedString(20)
  .regex(/^-?\d{1,12}\.\d{2}$/)
  .meta({ description: 'Decimal, two places' });
/** DECISION 0114 */
export const currency = boundedString(3)
  .regex(/^[A-Z]{3}$/)
  .meta({ description: 'ISO 4217' });
/** A price as the provider sends it; hourly prices have more decimals. */
export const price = boundedString(24).regex(/^-?\d{1,12}(\.\d{1,6})?$/);
/** An amount that a user enters. */
export const enteredMoney = boundedString(20).regex(/^\d{1,9}(\.\d{1,2})?$/, reasonMessage('amount'));
/** DECISION 0114: what a user enters of a tax. */
export const percent = boundedString(5).regex(/^\d{1,2}(\.\d{1,2})?$/, reasonMessage('percent'));
export const date = boundedString(20).check(z.iso.date(reasonMessage('date')));
/** `HH:MM` of a day. */
export const time = boundedString(5).regex(/^([01]\d|2[0-3]):[0-5]\d$/, reasonMessage('time'));
export const month = boundedString(20).regex(monthPattern, reasonMessage('month'));
/** DECISION 0030: the provider's server number as text, like every id in our API. */
export const serviceid = id.meta({ description: "The provider's number of the server" });
/** What owners call a group of servers. Case doesn't count, so it is stored in lower case. */
export const serverTag = line(serverLimits.tagLength)
  .min(1, reasonMessage('required'))
  .overwrite(foldCase)
  .regex(/^[\p{L}\p{M}\p{N}._-]+$/u, reasonMessage('tag'))
  .meta({ description: 'Letters, digits, hyphens, dots and underscores' });
export const serverTags = z.array(serverTag).max(serverLimits.tags);
export const billingCycle = z.enum(billingCycles);

export const sizes = z
  .strictObject({
    cpu: z.number().nullable(),
    ram_mb: z.number().nullable(),
    disk_gb: z.number().nullable(),
    bandwidth_gb: z.number().nullable().meta({ description: 'Per month' }),
  })
  .meta({ id: 'ServerSizes', description: "Null if the provider's text can't be parsed" });
