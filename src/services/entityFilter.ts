import type { EntityFilter } from '../graph/types';
import { cleanText } from '../shared/text';

/**
 * A filter in the form in which texts are stored.
 *
 * @throws BAD_INPUT
 */
export function cleanFilter({ ids, types, nameStartsWith, source }: EntityFilter): EntityFilter {
  return {
    ids: ids?.map((id) => cleanText('id', id)),
    types: types?.map((type) => cleanText('type', type)),
    nameStartsWith:
      nameStartsWith === undefined
        ? undefined
        : cleanText('name', nameStartsWith, { called: 'nameStartsWith', required: false, isPrefix: true }),
    source:
      source === undefined ? undefined : cleanText('type', source, { called: 'source', required: false }),
  };
}
