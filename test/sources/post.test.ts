import { describe, expect, it } from 'vitest';
import { MAX_PUBLISHER_LENGTH } from '../../src/domain/item.ts';
import { type Post, toItem } from '../../src/sources/post.ts';

const POST: Post = {
  source: 'hackernews',
  nativeId: '7',
  title: 'Kelpdb 2 is out',
  outbound: 'https://news.kelp.example/2',
  ownHosts: ['ycombinator.com'],
  discussionUrl: 'https://news.ycombinator.com/item?id=7',
  snippet: '',
  author: 'Ann',
  publishedAt: 1_772_360_000,
  points: 12,
  commentCount: 3,
  rank: null,
};

const publisherOfPost = (changes: Partial<Post>) => toItem({ ...POST, ...changes })?.publisher;

describe('the publisher of a post', () => {
  it('is its author, wherever it leads', () => {
    expect(publisherOfPost({})).toBe('ann');
    expect(publisherOfPost({ outbound: null })).toBe('ann');
    expect(publisherOfPost({ outbound: 'https://github.com/bea/engine' })).toBe('ann');
  });

  it('is one name, however it is written and whichever site shows it', () => {
    const names = (['hackernews', 'lobsters', 'reddit', 'v2ex', 'github'] as const).flatMap((source) =>
      ['Ann', 'ANN', ' ann '].map((author) => publisherOfPost({ source, author })),
    );
    expect(new Set(names)).toEqual(new Set(['ann']));
  });

  it('tells two authors of one page apart', () => {
    expect(publisherOfPost({ author: 'bea' })).not.toBe(publisherOfPost({ author: 'ann' }));
  });

  it.each([null, '', '[deleted]'])('is the site it leads to where the author is %j', (author) => {
    expect(publisherOfPost({ author })).toBe('kelp.example');
    expect(publisherOfPost({ author, outbound: 'https://github.com/Bea/engine' })).toBe('github.com/bea');
  });

  it.each([null, '', 'javascript:alert(1)', POST.discussionUrl])(
    'is nobody else where there is no author and the link is %j',
    (outbound) => {
      expect(publisherOfPost({ author: null, outbound })).toBe('hackernews/anonymous-7');
      expect(publisherOfPost({ author: null, outbound, nativeId: '8' })).toBe('hackernews/anonymous-8');
      expect(publisherOfPost({ author: null, outbound, source: 'lobsters' })).toBe('lobsters/anonymous-7');
    },
  );

  it('keeps within its length', () => {
    expect(publisherOfPost({ author: 'a'.repeat(5_000) })?.length).toBeLessThanOrEqual(MAX_PUBLISHER_LENGTH);
  });
});
