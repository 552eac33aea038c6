import { z } from 'zod';

/** Models write booleans and numbers as text, too. */
const boolean = z.union([z.boolean(), z.string()]).transform((value, issues) => {
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false') {
    issues.addIssue({ code: 'custom', message: `Expected boolean or "true"/"false" string, received "${value}"` });
  }
  return text === 'true';
});
const number = z.coerce.number().int().min(1);

export const thought = z.object({
  thought: z.string().describe('Your current thinking step'),
  nextThoughtNeeded: boolean.describe('Whether another thought step is needed'),
  thoughtNumber: number.describe('Current thought number (numeric value, e.g., 1, 2, 3)'),
  totalThoughts: number.describe('Estimated total thoughts needed (numeric value, e.g., 5, 10)'),
  isRevision: boolean.optional().describe('Whether this revises previous thinking'),
  revisesThought: number.optional().describe('Which thought is being reconsidered'),
  branchFromThought: number.optional().describe('Branching point thought number'),
  branchId: z.string().optional().describe('Branch identifier'),
  needsMoreThoughts: boolean.optional().describe('If more thoughts are needed'),
});

export type Thought = z.infer<typeof thought>;
