import { Arg, ID, Int } from 'type-graphql';

/** Arguments that several fields share, so that they mean and say the same everywhere. */

export function First(defaultValue: number) {
  return Arg('first', () => Int, {
    defaultValue,
    description:
      'How many to give at most; 1 to 1,000 (KINDRED_MAX_LIST). It multiplies the cost of what is selected, a point a field ' +
      'or more, of which a request may have 5,000 (KINDRED_MAX_COST).',
  });
}

export function After() {
  return Arg('after', () => String, {
    nullable: true,
    description: 'Go on behind the item with this cursor; null begins at the start.',
  });
}

export function ModelName() {
  return Arg('model', () => ID, {
    nullable: true,
    description:
      'Name of a model ("be-bow": its current version) or an id ("be-bow@3"); null: the default one (`isDefault`).',
  });
}
