/** Words that WordNet 3.0 of 2006 lacks, each with a sentence in the manner of its definitions. */
export const newcomers = [
  {
    id: 'demo:smartphone',
    name: 'smartphone',
    description:
      'a mobile telephone with a touch screen that runs programs, takes photographs and connects to the internet',
  },
  {
    id: 'demo:selfie',
    name: 'selfie',
    description:
      "a photograph that someone takes of himself or herself, usually with a telephone held at arm's length",
  },
  {
    id: 'demo:bitcoin',
    name: 'bitcoin',
    description: 'a digital currency that people pay each other over the internet without a bank',
  },
  {
    id: 'demo:cryptocurrency',
    name: 'cryptocurrency',
    description: 'money that exists only as entries in a shared electronic ledger protected by cryptography',
  },
  {
    id: 'demo:kombucha',
    name: 'kombucha',
    description: 'a slightly sour fizzy drink made by fermenting sweetened tea with yeast and bacteria',
  },
] as const;

export type Newcomer = (typeof newcomers)[number];
