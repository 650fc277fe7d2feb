import { Field, ObjectType } from 'type-graphql';
import type { Page } from '../../services';

@ObjectType({ description: 'Where a page ends and whether another follows.', simpleResolvers: true })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there are more items after this page.', complexity: 0 })
  hasNextPage!: boolean;

  @Field(() => String, {
    nullable: true,
    complexity: 0,
    description: 'Cursor of the last item: give it as `after` to get the next page. Null on an empty page.',
  })
  endCursor!: string | null;
}

/** A page of the store as a GraphQL connection; `edge` makes an edge of an item and its cursor. */
export function connection<T, Edge>(
  { items, cursors, hasNextPage }: Page<T>,
  edge: (item: T, cursor: string) => Edge,
): { edges: Edge[]; pageInfo: PageInfo } {
  return {
    edges: items.map((item, index) => edge(item, cursors[index]!)),
    pageInfo: { hasNextPage, endCursor: cursors.at(-1) ?? null },
  };
}
