import process from 'node:process';
import { defineTool, toolwire } from 'toolwire';
import { z } from 'zod';
import { description } from './description.ts';
import { drawThought } from './draw-thought.ts';
import { thought } from './thought.ts';

const isQuiet = process.env['DISABLE_THOUGHT_LOGGING']?.toLowerCase() === 'true';
const branches = new Set<string>();
let thoughtHistoryLength = 0;

const think = defineTool({
  id: 'Thinking.Think',
  version: '1.0.0',
  name: 'sequentialthinking',
  title: 'Sequential Thinking',
  description,
  input: thought,
  output: z.object({
    thoughtNumber: z.number(),
    totalThoughts: z.number(),
    nextThoughtNeeded: z.boolean(),
    branches: z.array(z.string()),
    thoughtHistoryLength: z.number(),
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  run: (input) => {
    const { thoughtNumber, nextThoughtNeeded, branchFromThought, branchId } = input;
    const totalThoughts = Math.max(input.totalThoughts, thoughtNumber);
    thoughtHistoryLength += 1;
    if (branchFromThought !== undefined && branchId) branches.add(branchId);
    if (!isQuiet) process.stderr.write(`${drawThought({ ...input, totalThoughts })}\n`);
    return { thoughtNumber, totalThoughts, nextThoughtNeeded, branches: [...branches], thoughtHistoryLength };
  },
});

toolwire({ tools: [think], name: 'sequential-thinking-server', version: '2026.8.31' }).stdio();
