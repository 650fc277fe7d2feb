import { entityText } from '../../src/models/entityText';

describe('entityText', () => {
  it('joins name and description', () => {
    expect(entityText({ name: 'selfie', description: 'a photograph of oneself' })).toBe(
      'selfie: a photograph of oneself',
    );
  });

  it('takes what there is', () => {
    expect(entityText({ name: 'selfie' })).toBe('selfie');
    expect(entityText({ name: ' selfie ', description: '  ' })).toBe('selfie');
    expect(entityText({ name: '', description: 'a photograph' })).toBe('a photograph');
  });
});
