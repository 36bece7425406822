import { z } from 'zod';
import * as resource from '../resources.ts';

/** A sign-in to sample data. */
export const sampleLogin = resource.login
  .extend({
    password: z.string().meta({ description: 'Of every sample account, until somebody enters the sample again' }),
  })
  .meta({ id: 'SampleLogin' });
