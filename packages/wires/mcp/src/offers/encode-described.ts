import type { ContentAnnotations } from '@toolwire/core';
import type { Described } from '../definitions/described.ts';
import type { Dialect } from '../revisions/dialect.ts';
import type { Fields } from '../rpc/json-shape.ts';

/** Writes it with what a revision knows. */
export function encodeDescribed({ title, description, icons, meta }: Described, { toolFields }: Dialect): Fields {
  return {
    ...(title !== undefined && toolFields.has('title') && { title }),
    ...(description !== undefined && { description }),
    ...(icons !== undefined && toolFields.has('icons') && { icons }),
    ...(meta !== undefined && toolFields.has('_meta') && { _meta: meta }),
  };
}

/** For whom a thing is, with what a revision knows. */
export function encodeAnnotations(annotations: ContentAnnotations | undefined, { toolFields }: Dialect): Fields {
  if (annotations === undefined) return {};
  const { lastModified: _later, ...early } = annotations;
  return { annotations: toolFields.has('title') ? annotations : early };
}
