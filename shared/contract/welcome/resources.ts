import { z } from 'zod';
import { login } from '../auth/resources.ts';

/** A sign-in to sample data. */
export const sampleLogin = login
  .extend({
    password: z.string().meta({ description: 'Of every sample account, until someone enters the sample again' }),
  })
  .meta({ id: 'SampleLogin' });
