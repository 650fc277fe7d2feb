import { Field, Float, ObjectType } from 'type-graphql';

@ObjectType({
  description: 'A measured number, such as a loss, or the mean reciprocal rank (MRR) of a validation.',
  simpleResolvers: true,
})
export class Metric {
  @Field(() => String, { description: 'What was measured.' })
  name!: string;

  @Field(() => Float, { description: 'Its value.' })
  value!: number;
}

/** A record of numbers as a list, which GraphQL can type; what is not finite is left out (JSON has no NaN). */
export function metrics(record: Readonly<Record<string, number>> | undefined): Metric[] {
  return Object.entries(record ?? {})
    .filter(([, value]) => Number.isFinite(value))
    .map(([name, value]) => ({ name, value }));
}
