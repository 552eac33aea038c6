import { andThen } from '@toolwire/core';
import { encodeDescribed } from '../offers/encode-described.ts';
import { listPage, unknownCursor } from '../offers/list-page.ts';
import type { OfferMethod } from '../offers/offer.ts';
import type { SeenBy } from '../offers/visible.ts';
import type { Dialect } from '../revisions/dialect.ts';
import type { Fields } from '../rpc/json-shape.ts';
import type { ServingSettings } from '../settings/options.ts';
import type { Prompt } from './compile-prompt.ts';

/** `prompts/list`: the prompts that this caller may see. */
export function listPrompts(
  prompts: readonly Prompt[],
  seenBy: SeenBy,
  { pageSize, ttlMs }: ServingSettings,
): OfferMethod {
  return ({ context, params, dialect }) =>
    andThen(seenBy(prompts, context), (seen) => {
      // MCP-PROMPT-01: a page at a time.
      const page = listPage(seen, ({ definition }) => definition.name, params['cursor'], pageSize);
      if (page === undefined) return unknownCursor;
      const listed = page.items.map((prompt) => encodePrompt(prompt, dialect));
      return { kind: 'result', members: `"prompts":${JSON.stringify(listed)}${page.following}`, ttlMs };
    });
}

function encodePrompt({ definition, args }: Prompt, dialect: Dialect): Fields {
  const listed = args.map(({ name, title, description, required }) => ({
    name,
    ...(title !== undefined && dialect.toolFields.has('title') && { title }),
    ...(description !== undefined && { description }),
    required,
  }));
  return {
    name: definition.name,
    ...encodeDescribed(definition, dialect),
    ...(listed.length > 0 && { arguments: listed }),
  };
}
