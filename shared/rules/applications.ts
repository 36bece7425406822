import type { Standing } from './roles.ts';

/** What signs people in with Castellan, by where it keeps its secret. */
export const applicationKinds = ['web', 'single_page', 'native', 'proxied'] as const;
export type ApplicationKind = (typeof applicationKinds)[number];

/** Whether an application proves itself with a secret. The others do with PKCE alone, or aren't clients at all. */
export const keepsSecret = (kind: ApplicationKind): boolean => kind === 'web';

/** Whether an application speaks OpenID Connect itself, and no proxy does it for it. */
export const signsInItself = (kind: ApplicationKind): boolean => kind !== 'proxied';

export const applicationAccesses = ['everyone', 'restricted'] as const;
export type ApplicationAccess = (typeof applicationAccesses)[number];

/** Who may be named to use an application: roles, and guests apart from them. */
export const applicationVisitors = ['owner', 'admin', 'member', 'guest'] as const satisfies readonly Standing[];
export type ApplicationVisitor = (typeof applicationVisitors)[number];

/**
 * What a path of a protected host asks for, and each after it for more. `public`: nothing. `allowed`: that the person may use the
 * application, as where no rule says anything. `group`: also that they belong to a group. `second_factor`: also that they have shown
 * one.
 */
export const pathAccesses = ['public', 'allowed', 'group', 'second_factor'] as const;
export type PathAccess = (typeof pathAccesses)[number];
