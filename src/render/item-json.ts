import type {
  CommentDocument,
  ItemDocument,
  NamedDocument,
  SeedDocument,
  TopicDocument,
  UnresearchedDocument,
} from '../domain/brief-document.ts';
import type { Item } from '../domain/item.ts';
import type { Seed } from '../domain/seed.ts';
import { CAPS } from '../domain/text/caps.ts';
import { toSafeUrl, toUntrustedJson } from '../domain/text/contexts.ts';
import type { BestComment, Topic, Unresearched } from '../domain/topic.ts';

/** One item as every document shows it. `snippetCap`: code points of its text. */
export function itemJson(item: Item, snippetCap: number = CAPS.snippet): ItemDocument {
  const { source, publishedAt, points, commentCount, rank } = item;
  const untrusted = {
    id: toUntrustedJson(item.id, CAPS.id),
    title: titleJson(item),
    url: safeUrl(item.url),
    link: safeUrl(item.link),
    discussionUrl: safeUrl(item.discussionUrl),
    snippet: toUntrustedJson(item.snippet, snippetCap),
    author: authorJson(item.author),
    publisher: toUntrustedJson(item.publisher, CAPS.id),
  };
  return { source, publishedAt, points, commentCount, rank, untrusted };
}

export function seedJson({ heat, item }: Seed, snippetCap?: number): SeedDocument {
  return { heat, ...itemJson(item, snippetCap) };
}

/** What the engine itself says of a topic; strangers have no word in it. */
export function topicJson(topic: Topic): TopicDocument {
  const { id, rank, junk, worth, judgedBy, heat, strength, score, momentum, corroboration, newestAt, oldestAt } = topic;
  return { id, rank, junk, worth, judgedBy, heat, strength, score, momentum, corroboration, newestAt, oldestAt };
}

/** A nomination or topic by its name alone. */
export function namedJson({ id, name }: Pick<Unresearched, 'id' | 'name'>): NamedDocument {
  return { id, untrusted: { name: nameJson(name) } };
}

export function unresearchedJson(row: Unresearched): UnresearchedDocument {
  return { ...namedJson(row), why: row.why };
}

export function nameJson(name: string): string {
  return toUntrustedJson(name, CAPS.name);
}

export function titleJson({ title }: Pick<Item, 'title'>): string {
  return toUntrustedJson(title, CAPS.title);
}

export function commentTextJson({ text }: Pick<BestComment, 'text'>): string {
  return toUntrustedJson(text, CAPS.comment);
}

export function commentJson(comment: BestComment): CommentDocument {
  const { source, points, author } = comment;
  return { source, points, untrusted: { author: authorJson(author), text: commentTextJson(comment) } };
}

function authorJson(author: string | null): string | null {
  return author === null ? null : toUntrustedJson(author, CAPS.author);
}

function safeUrl(url: string | null): string | null {
  return url === null ? null : toSafeUrl(url);
}
