import { describe, expect, it } from 'vitest';
import { publisherOf } from '../../src/sources/publisher.ts';

describe('publisherOf', () => {
  it.each([
    ['https://kelp.example/a/b', 'kelp.example'],
    ['https://us-east-1.console.aws.amazon.com/x', 'amazon.com'],
    ['https://status.aws.amazon.com/', 'amazon.com'],
    ['https://news.bbc.co.uk/a', 'bbc.co.uk'],
    ['https://ada.github.io/engine', 'ada.github.io'],
    ['https://github.com/ada/engine', 'github.com/ada'],
    ['https://medium.com/@Ada/story', 'medium.com/@ada'],
    ['https://ada.medium.com/story', 'ada.medium.com'],
    ['https://twitter.com/Ada/status/1', 'twitter.com/ada'],
    ['https://ada.substack.com/p/story', 'ada.substack.com'],
    ['https://github.com', 'github.com'],
    ['https://192.0.2.7/a', '192.0.2.7'],
  ])('names who stands behind %s', (url, publisher) => {
    expect(publisherOf(url)).toBe(publisher);
  });

  it('names nobody for what is no web page', () => {
    expect(publisherOf('javascript:alert(1)')).toBeNull();
  });
});
