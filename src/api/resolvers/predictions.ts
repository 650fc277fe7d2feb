import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { badInput } from '../../shared/errors';
import type { ApiContext } from '../context';
import { First, ModelName } from '../inputs/arguments';
import { EntityReference, EntityText } from '../inputs/entityInputs';
import { subjectOf } from '../inputs/subjectOf';
import { type Candidate, LinkPredictions, SimilarEntities, TextEmbedding } from '../types/predictions';
import { elapsed } from './elapsed';

/** Cost of an answer that looks at every entity. */
const scanCost = 20;

@Resolver()
export class PredictionResolver {
  @Query(() => LinkPredictions, {
    complexity: scanCost,
    description:
      'The best entities for the open end of a triple, out of all. Give `head` and it proposes tails; give `tail` and it proposes heads.',
  })
  async predictLinks(
    @Arg('head', () => EntityReference, {
      nullable: true,
      description: 'The head, where the tail is asked for.',
    })
    head: EntityReference | null | undefined,
    @Arg('tail', () => EntityReference, {
      nullable: true,
      description: 'The tail, where the head is asked for.',
    })
    tail: EntityReference | null | undefined,
    @Arg('relation', () => ID, { description: 'Id of the relation; see `relations`.' }) relation: string,
    @First(10) first: number,
    @ModelName() model: string | null | undefined,
    @Arg('excludeKnown', () => Boolean, {
      defaultValue: true,
      description: 'Whether to leave out what the graph has already: predictions are then all new.',
    })
    excludeKnown: boolean,
    @Ctx() context: ApiContext,
  ): Promise<LinkPredictions> {
    const start = performance.now();
    const known = head ?? tail;
    if (!known || (head && tail)) {
      throw badInput(
        'predictLinks takes exactly one of "head" and "tail": the end that is known. The other is what it predicts.',
      );
    }
    const { predictions, ...answer } = await context.services.prediction.predictLinks({
      known: subjectOf(known),
      side: head ? 'head' : 'tail',
      relation,
      first,
      model: model ?? undefined,
      excludeKnown,
    });
    return { ...answer, predictions: await candidates(context, predictions), tookMs: elapsed(start) };
  }

  @Query(() => SimilarEntities, {
    complexity: scanCost,
    description: 'The entities most like one: that of an id, or one described by a text.',
  })
  async similarEntities(
    @Arg('entity', () => ID, { nullable: true, description: 'Id of a stored entity.' })
    entity: string | null | undefined,
    @Arg('text', () => EntityText, {
      nullable: true,
      description: 'Name and description of an entity nobody has seen.',
    })
    text: EntityText | null | undefined,
    @First(10) first: number,
    @ModelName() model: string | null | undefined,
    @Ctx() context: ApiContext,
  ): Promise<SimilarEntities> {
    const start = performance.now();
    const subject = subjectOf({ id: entity ?? undefined, text: text ?? undefined });
    const request = { subject, first, model: model ?? undefined };
    const { predictions, ...answer } = await context.services.similarity.similar(request);
    return { ...answer, similar: await candidates(context, predictions), tookMs: elapsed(start) };
  }

  @Query(() => TextEmbedding, {
    complexity: 10,
    description: 'The vector a model makes of a text, as it would of an entity with it.',
  })
  async embedText(
    @Arg('text', () => String, { description: 'A sentence or more; at most 20,000 UTF-16 units.' })
    text: string,
    @Arg('name', () => String, {
      nullable: true,
      description: 'What the text describes, where it has a name.',
    })
    name: string | null | undefined,
    @ModelName() model: string | null | undefined,
    @Ctx() { services }: ApiContext,
  ): Promise<TextEmbedding> {
    const start = performance.now();
    const answer = await services.embedding.embedText(
      { name: name ?? undefined, description: text },
      model ?? undefined,
    );
    return { ...answer, tookMs: elapsed(start) };
  }
}

/** The candidates with their entities, read in one statement; one that was deleted this moment is left out. */
async function candidates(
  { loaders }: ApiContext,
  found: readonly { entityId: string; score: number; rank: number }[],
): Promise<Candidate[]> {
  const entities = await Promise.all(found.map(({ entityId }) => loaders.entity.load(entityId)));
  return found.flatMap(({ rank, score }, index) => {
    const entity = entities[index];
    return entity ? [{ rank, score, entity }] : [];
  });
}
