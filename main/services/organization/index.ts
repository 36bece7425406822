import type { Handlers } from '../handler.ts';
import { getPolicies } from './get-policies.ts';
import { updatePolicies } from './update-policies.ts';

export const organization: Handlers['organization'] = { getPolicies, updatePolicies };
