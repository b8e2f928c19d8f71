import { describe, expect, it } from 'vitest';
import { ageHoursOf, canonicalIdOf, engagementOf, itemSchema } from '../../src/domain/item.ts';
import { AT_MS, buildItem, hoursAgo } from '../support/build-item.ts';

describe('item', () => {
  it('joins on its outbound URL, and a text post on itself', () => {
    expect(canonicalIdOf(buildItem({ url: 'https://a.example/x' }))).toBe('https://a.example/x');
    expect(canonicalIdOf(buildItem({ url: null }))).toBe('hackernews:1');
  });

  it('adds up the native numbers there are, and has none where the source shows none', () => {
    expect(engagementOf({ points: 3, commentCount: 4 })).toBe(7);
    expect(engagementOf({ points: null, commentCount: 4 })).toBe(4);
    expect(engagementOf({ points: 3, commentCount: null })).toBe(3);
    expect(engagementOf({ points: null, commentCount: null })).toBeNull();
  });

  it('measures age from the instant given, never below zero, and not at all without a date', () => {
    expect(ageHoursOf({ publishedAt: hoursAgo(1.5) }, AT_MS)).toBe(1.5);
    expect(ageHoursOf({ publishedAt: hoursAgo(-1) }, AT_MS)).toBe(0);
    expect(ageHoursOf({ publishedAt: null }, AT_MS)).toBeNull();
  });

  it('refuses fields nobody knows, an empty title and broken numbers', () => {
    const item = buildItem();
    for (const wrong of [
      { ...item, velocity: 1 },
      { ...item, title: '' },
      { ...item, points: 1.5 },
      { ...item, commentCount: -1 },
      { ...item, rank: 0 },
      { ...item, source: 'digg' },
      { ...item, publishedAt: 'yesterday' },
      { ...item, topComments: [{ author: null, text: 'x', points: null, votes: 1 }] },
    ])
      expect(itemSchema.safeParse(wrong).success).toBe(false);
  });
});
