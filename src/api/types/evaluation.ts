import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';

type Figure = 'mrr' | 'hits@1' | 'hits@3' | 'hits@10' | 'meanRank' | 'amrr';

@ObjectType({ description: 'What the ranks of true answers come to.' })
export class RankingFigures implements Record<Figure, number> {
  @Field(() => Float, { description: 'Mean reciprocal rank, above 0 to 1; 1 is best.' })
  mrr!: number;

  @Field(() => Float, { name: 'hitsAt1', description: 'Share of true answers that come first, 0 to 1.' })
  'hits@1'!: number;

  @Field(() => Float, { name: 'hitsAt3', description: 'Share among the first 3, 0 to 1.' })
  'hits@3'!: number;

  @Field(() => Float, { name: 'hitsAt10', description: 'Share among the first 10, 0 to 1.' })
  'hits@10'!: number;

  @Field(() => Float, { description: 'Mean rank; 1 is best.' })
  meanRank!: number;

  @Field(() => Float, {
    description:
      'The MRR adjusted for chance: 1 is best, 0 what an order by chance gives. Like the MRR it grows as candidates get fewer.',
  })
  amrr!: number;
}

@ObjectType({ description: 'Figures by how candidates count that score as the true one does.' })
export class FiguresByTies {
  @Field(() => RankingFigures, {
    complexity: 0.1,
    description: 'Half of them before it, half behind it: the ones to quote.',
  })
  realistic!: RankingFigures;

  @Field(() => RankingFigures, { complexity: 0.1, description: 'All of them behind it.' })
  optimistic!: RankingFigures;

  @Field(() => RankingFigures, { complexity: 0.1, description: 'All of them before it.' })
  pessimistic!: RankingFigures;
}

@ObjectType({ description: 'Figures of link prediction in both settings.' })
export class LinkPredictionFigures {
  @Field(() => FiguresByTies, {
    complexity: 0.1,
    description: 'The other true answers in the graph do not take part: the usual setting.',
  })
  filtered!: FiguresByTies;

  @Field(() => FiguresByTies, { complexity: 0.1, description: 'The other true answers take part.' })
  raw!: FiguresByTies;
}

export const Grouping = { SIDE: 'side', CATEGORY: 'category', RELATION: 'relation' } as const;

registerEnumType(Grouping, {
  name: 'Grouping',
  description: 'What the rankings of an evaluation are grouped by.',
  valuesConfig: {
    SIDE: { description: 'Which end was asked for: "tails" or "heads".' },
    CATEGORY: {
      description:
        'How many heads a tail has by the relation, and how many tails a head: "1-1", "1-n", "n-1" or "n-n", several from 1.5 on average.',
    },
    RELATION: { description: 'The relation; the name is its id. Those with the most triples are there.' },
  },
});

@ObjectType({ description: 'Figures of a part of an evaluation.' })
export class EvaluationGroup {
  @Field(() => Grouping, { description: 'What makes it a group.' })
  by!: string;

  @Field(() => String, { description: 'Which group it is: "tails", "n-1", or the id of a relation.' })
  name!: string;

  @Field(() => Int, { description: 'How many rankings it has.' })
  count!: number;

  @Field(() => LinkPredictionFigures, { complexity: 0.1, description: 'What they come to.' })
  figures!: LinkPredictionFigures;
}

@ObjectType({ description: 'What could not take part in an evaluation.', simpleResolvers: true })
export class EvaluationLeftOut {
  @Field(() => Int, { description: 'Held-out triples that the graph no longer has.' })
  deletedTriples!: number;

  @Field(() => Int, {
    description:
      'Held-out triples with an entity that had no vector: it still waited for one, or the model reads no texts.',
  })
  triplesWithoutVector!: number;

  @Field(() => Int, { description: 'Entities that had no vector, and so were no candidates.' })
  entitiesWithoutVector!: number;
}

@ObjectType({
  description:
    'How well a model finds the missing ends of triples that its training held out, by the vectors that serve: the true head and tail of each triple ranked among entities of the graph.',
  simpleResolvers: true,
})
export class Evaluation {
  @Field(() => ID, { description: 'Id of its job, whose `parameters` say what was asked for.' })
  jobId!: string;

  @Field(() => ID, { description: 'Id of the model.' })
  modelId!: string;

  @Field(() => Int, { description: 'Triples asked about, each for its tail and for its head.' })
  triples!: number;

  @Field(() => Int, { description: 'Triples that training held out, of the relations asked about.' })
  heldOut!: number;

  @Field(() => Int, { description: 'Entities that the true one was ranked among.' })
  candidates!: number;

  @Field(() => EvaluationLeftOut, { complexity: 0.1, description: 'What could not take part.' })
  leftOut!: EvaluationLeftOut;
}
