/** Names shown in one message. */
const most = 10;

/** Characters of a name that are compared: names may be long, and there may be thousands. */
const compared = 40;

/**
 * What to do about an id that is unknown: which there are, the nearest spelling first.
 *
 * @param which narrows what is listed: "that be-bow@1 can answer"
 */
export function knownOnes(what: string, text: string, ids: readonly string[], which?: string): string {
  const narrowed = which === undefined ? '' : ` ${which}`;
  if (ids.length === 0) return `There are no ${what}s${narrowed} yet.`;
  const shown = nearestSpelling(text, ids).slice(0, most).join(', ');
  if (ids.length <= most) return narrowed ? `The ${what}s${narrowed}: ${shown}.` : `There are: ${shown}.`;
  return `Of the ${ids.length} ${which ?? 'that there are'} the nearest in spelling: ${shown}. The query "${what}s" lists all.`;
}

/** Sorted by how far each is from the text: those that hold it or are held by it first, letters of either case. */
export function nearestSpelling(text: string, ids: readonly string[]): string[] {
  const sought = text.toLowerCase();
  const places = ids.map((id) => {
    const name = id.toLowerCase();
    const isPart = sought !== '' && name !== '' && (name.includes(sought) || sought.includes(name));
    return { id, isPart, distance: edits(sought.slice(0, compared), name.slice(0, compared)) };
  });
  places.sort(
    (a, b) =>
      Number(b.isPart) - Number(a.isPart) ||
      a.distance - b.distance ||
      (a.id < b.id ? -1 : Number(a.id > b.id)),
  );
  return places.map(({ id }) => id);
}

/** Levenshtein distance: characters to put in, take out or change. */
function edits(from: string, to: string): number {
  const row = Uint8Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 0; i < from.length; i++) {
    let diagonal = row[0]!;
    row[0] = i + 1;
    for (let j = 0; j < to.length; j++) {
      const changed = diagonal + (from.charCodeAt(i) === to.charCodeAt(j) ? 0 : 1);
      diagonal = row[j + 1]!;
      const addedOrLost = (diagonal < row[j]! ? diagonal : row[j]!) + 1;
      row[j + 1] = changed < addedOrLost ? changed : addedOrLost;
    }
  }
  return row[to.length]!;
}
