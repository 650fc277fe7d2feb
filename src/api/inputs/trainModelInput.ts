import { Field, Float, InputType, Int } from 'type-graphql';

@InputType({ description: 'How a training is checked while it runs.' })
export class ValidationInput {
  @Field(() => Int, {
    nullable: true,
    description: 'Triples held out from training and ranked; 0 turns validation off.',
  })
  triples?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Entities that the true one is ranked among, drawn once.',
  })
  candidates?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      '"entities": whole entities are kept from training, as new ones will be; "triples": single triples are, as "lookup" needs it.',
  })
  heldOut?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Steps between validations; a tenth of the run, or of `maxMinutes`, by default.',
  })
  every?: number | null;

  @Field(() => Int, { nullable: true, description: 'Stop after so many validations without a better MRR.' })
  patience?: number | null;
}

/** The training's own settings, one field each; the service fills in the encoder's defaults and checks them. */
@InputType({
  description:
    'Settings of a training. What is left out or null takes the value published for the encoder (BLP: Daza, Cochez and Groth ' +
    '2021), of an 80- or 40-epoch run: to have a model soon, take the preset "quick".',
})
export class TrainModelInput {
  @Field(() => String, {
    nullable: true,
    description: 'Name of the model, whose next version this makes; the encoder by default.',
  })
  name?: string | null;

  @Field(() => String, {
    description:
      'What makes an entity\'s vector. Of the words of its text: "be-bow" or "glove-bow" (their mean, minutes), "be-dkrl" or ' +
      '"glove-dkrl" (a convolution); of the whole text: "blp" (BERT, hours). "lookup" reads no text: it has a vector for ' +
      'each entity that its training saw in a triple, and none for later ones.',
  })
  encoder!: string;

  @Field(() => String, {
    nullable: true,
    description:
      '"quick": settings that make a good model of a graph of WordNet\'s size in minutes (blp: in about twenty) where the ' +
      'published ones take hours; what else is given goes before them.',
  })
  preset?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'What scores a head, a relation and a tail: "transe", "distmult", "complex", "simple", "rotate", or "text-query", ' +
      'which reads the known entity together with the relation and so knows new relations too. The command line has ' +
      '"kg-bert" beside these, which gives entities no vectors and so cannot be served.',
  })
  relationModel?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Where vectors of relations come from: "table" (each has its own) or "text" (read from name and description, so a new relation has one too).',
  })
  relationEncoder?: string | null;

  @Field(() => String, { nullable: true, description: 'Norm of transe: "l1" (the paper\'s) or "l2".' })
  distance?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'What each step makes smaller: "margin", "nll", "bce" or "contrastive", the one for text-query.',
  })
  loss?: string | null;

  @Field(() => Float, {
    nullable: true,
    description: 'By how much a true triple should win, for the margin loss.',
  })
  margin?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'What the losses nll and bce add to scores: where these are distances, the one between near and far. KEPLER takes 4.',
  })
  gamma?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Weight, for blp, of guessing masked tokens of the texts beside predicting links; 0 by default, KEPLER takes 1.',
  })
  maskedLanguageWeight?: number | null;

  @Field(() => Int, { nullable: true, description: 'Corrupted triples for each true one.' })
  negatives?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Where corrupted triples take entities from: "batch" (the other triples of the step) or "graph" (anywhere), which is for "lookup" alone.',
  })
  negativesFrom?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Entities of earlier batches that are further wrong answers, for the contrastive loss.',
  })
  rememberedNegatives?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Triples that go into a batch together with their neighbours in the graph, whose entities are harder wrong answers; 1, the default, draws each alone.',
  })
  neighbourhood?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      "Share of a text's tokens that are left out at random in training, against learning texts by heart; 0 by default.",
  })
  tokenDropout?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether corrupted triples that are in the graph do not count.',
  })
  filterNegatives?: boolean | null;

  @Field(() => Float, { nullable: true, description: 'Weight of the penalty on the vectors of a batch.' })
  l2?: number | null;

  @Field(() => Float, { nullable: true, description: "Adam's learning rate at its highest." })
  learningRate?: number | null;

  @Field(() => Float, { nullable: true, description: 'The same for the vectors of relations.' })
  relationLearningRate?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'How the learning rate goes: "none" or "linear-warmup-decay".',
  })
  schedule?: string | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Share of the steps, 0 to 1, in which the learning rate grows.',
  })
  warmUpShare?: number | null;

  @Field(() => Int, { nullable: true, description: 'Triples a step.' })
  batchSize?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Passes over the triples; the published ones, unless `maxSteps` is given.',
  })
  epochs?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Steps after which training ends, unless `epochs`, given too, end it sooner.',
  })
  maxSteps?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Minutes after which training ends, with the best weights so far. What is cut short so stays as it was planned: a few ' +
      'minutes of a run that is meant for hours make a poor model.',
  })
  maxMinutes?: number | null;

  @Field(() => Int, { nullable: true, description: 'Tokens of a text that are read, 3 to 512.' })
  maxLength?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Width of the vectors, 2 to 4096, where the encoder leaves it open.',
  })
  dimension?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Whether blp takes the first token ("cls") or the mean of all ("mean").',
  })
  pooling?: string | null;

  @Field(() => String, {
    nullable: true,
    description: '"fast", or "plain" for the readable reference operations.',
  })
  ops?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Of the factors of blp\'s matrix products: "float32" or "bfloat16", rougher, and faster on CPUs that have it.',
  })
  precision?: string | null;

  @Field(() => Int, { nullable: true, description: 'Seed of everything that is drawn at random, from 0.' })
  seed?: number | null;

  @Field(() => ValidationInput, { nullable: true, description: 'How it is checked while it runs.' })
  validation?: ValidationInput | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Minutes between checkpoints: how much work a killed worker may lose.',
  })
  checkpointEveryMinutes?: number | null;
}
