export { blockSize, mostFrequency, mostLength, type Postings } from './postings';
export { noDocument, PostingsCursor } from './postingsCursor';
export { PostingsWriter } from './postingsWriter';
export { shared } from './shared';
