import { type Fields, isObject } from './json-values.ts';

/** The required fields of an artifact in a response of Open Tool Calling or Arcade. */
export interface ArtifactFields extends Fields {
  readonly url: string;
  readonly content_type: string;
  readonly size: number;
}

/** Whether a value has the required fields of an artifact. */
export function isArtifact(value: unknown): value is ArtifactFields {
  if (!isObject(value)) return false;
  const { url, content_type: contentType, size } = value;
  return typeof url === 'string' && typeof contentType === 'string' && typeof size === 'number';
}
