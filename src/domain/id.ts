import { z } from 'zod';

/** Crockford base 32 without i, l, o, u: safe on case-folding disks and read aloud. */
export const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
export const ID_LENGTH = 16;

const longId = z.string().regex(new RegExp(`^[${ID_ALPHABET}]{${ID_LENGTH}}$`));

export const bundleIdSchema = longId.brand<'BundleId'>();
export type BundleId = z.infer<typeof bundleIdSchema>;

export const storeIdSchema = longId.brand<'StoreId'>();
export type StoreId = z.infer<typeof storeIdSchema>;

/** `<source>:<the source's own id>`. */
export const itemIdSchema = z
  .string()
  .regex(/^[a-z0-9]+:[\x21-\x7e]{1,200}$/)
  .brand<'ItemId'>();

/** `n<rank>-<4 of the content hash>`: a judgment written for another sweep has an unknown id. */
export const nominationIdSchema = z
  .string()
  .regex(/^n[1-9]\d?-[0-9a-f]{4}$/)
  .brand<'NominationId'>();
export type NominationId = z.infer<typeof nominationIdSchema>;

/** Content hash of a row: 64 lower-case hex digits of SHA-256. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Digest function handed in from outside, so that pure code stays free of node:crypto. Hex SHA-256 of UTF-8 text. */
export type Sha256 = (text: string) => string;

/** An instant, ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();
export type Instant = z.infer<typeof instantSchema>;
