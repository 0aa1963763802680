import { z } from 'zod';
import type { Approval } from '../approval.ts';
import type { JournalEntry } from '../journal-entry.ts';
import type { Json } from '../json.ts';

// What the rows and calls of the operator API share. `z.custom` stands for shared types whose producer is our own typed code.

export const json = z.custom<Json>((value) => value !== undefined);
export const id = z.string().min(1).max(256);
export const page = { before: z.number().int().optional(), limit: z.number().int().min(1).max(1000).optional() };
export const span = { since: z.number().optional(), until: z.number().optional() };
export const approval = z.custom<Approval>();
export const entry = z.custom<JournalEntry>();
