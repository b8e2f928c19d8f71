/**
 * The numbers of the confidence floor: so many families and as many publishers, or one item so hot (percentile, 0-1) that also
 * shows so many native points or comments.
 */
export const FLOOR = { corroborationCount: 2, heat: 0.95, reachCount: 200 } as const;
