import type { AuthCheckerFn } from 'type-graphql';
import { KindredError } from '../../shared/errors';
import type { ApiContext } from '../context';

/** What an actor may do; each role may do all that the ones before it may. */
export const roles = ['reader', 'curator', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Who makes a request. `name` is what triples, entities and jobs record as their author. */
export interface Actor {
  readonly role: Role;
  readonly name: string;
}

/** Whoever sends no token: may read. */
export const anonymous: Actor = { role: 'reader', name: 'anonymous' };

/** The holder of the installation's token. */
export const owner: Actor = { role: 'admin', name: 'owner' };

/**
 * The check behind each `@Authorized(role)` field. It runs where the field is resolved, so an alias, a fragment or a
 * second operation in the document cannot go round it.
 */
export const checkRole: AuthCheckerFn<ApiContext, Role> = (
  { context: { actor }, info },
  [needed = 'admin'],
) => {
  if (roles.indexOf(actor.role) >= roles.indexOf(needed)) return true;
  if (actor === anonymous) {
    throw new KindredError(
      'UNAUTHENTICATED',
      `"${info.fieldName}" needs the role ${needed}, and no token came. Send the header "Authorization: Bearer <token>".`,
      { field: info.fieldName, needed },
    );
  }
  throw new KindredError(
    'FORBIDDEN',
    `"${info.fieldName}" needs the role ${needed}; ${actor.name} is ${actor.role}. Ask an admin to do it.`,
    { field: info.fieldName, needed },
  );
};
