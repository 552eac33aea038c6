import { encodeAnnotations, encodeDescribed } from '../offers/encode-described.ts';
import type { Dialect } from '../revisions/dialect.ts';
import type { Fields } from '../rpc/json-shape.ts';
import type { Resource } from './compile-resource.ts';

/** Writes a resource, or a template of some, with what a revision knows of them. */
export function encodeResource({ definition, template, size }: Resource, dialect: Dialect): Fields {
  const { uri, name, mimeType, annotations } = definition;
  return {
    ...(template === undefined ? { uri } : { uriTemplate: uri }),
    name,
    ...encodeDescribed(definition, dialect),
    ...(mimeType !== undefined && { mimeType }),
    ...(size !== undefined && { size }),
    ...encodeAnnotations(annotations, dialect),
  };
}
