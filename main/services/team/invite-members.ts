import { email as emailField } from '#shared/contract/fields.ts';
import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import { bulkResults } from '../bulk-results.ts';
import type { Handler } from '../handler.ts';
import { type CreatedInvitation, createInvitation } from './create-invitation.ts';

/** Normalizes an address as stored; undefined if it is not valid. */
const addressIn = (text: string): string | undefined => emailField.safeParse(text.trim()).data;

/** Invites each person in its own transaction. */
export const inviteMembers: Handler<typeof contract.team.inviteMembers> = async (
  context,
  { emails, role, guest, workspaces, workspace_role },
  call,
) => {
  const invite = async (text: string) => {
    const email = addressIn(text);
    if (email === undefined) {
      throw new AppError('VALIDATION_FAILED', { errors: [fieldError('email', { reason: 'email' })] });
    }
    return call.transaction(async (tx, caller) =>
      createInvitation(
        context,
        tx,
        { caller, client: call.client },
        {
          ...{ email, guest, workspaces, workspace_role },
          role: role ?? (guest ? 'member' : (await findTenant(tx, caller.user.tenantId)).default_role),
        },
      ),
    );
  };
  const texts = emails.map((text) => addressIn(text) ?? text);
  const created = new Map<string, CreatedInvitation>();
  const results = await bulkResults(context, texts, async (text) => void created.set(text, await invite(text)));
  return {
    results: results.map(({ item, result }) => {
      const made = created.get(item);
      return { email: item, ...(made && { invitation_id: made.invitation.id, email_held: made.emailHeld }), ...result };
    }),
  };
};
