import { defineResource, type EmbeddedResource } from 'toolwire';

/** The kinds of resources that are made when they are read. */
export const resourceTypes = ['Text', 'Blob'] as const;
export type ResourceType = (typeof resourceTypes)[number];

const folders = { Text: 'text', Blob: 'blob' } as const;

/** The URI of a resource that is made when it is read. */
export function dynamicUri(type: ResourceType, id: number): string {
  return `demo://resource/dynamic/${folders[type]}/${id}`;
}

/** A resource with the time of its creation. */
export function dynamicResource(type: ResourceType, id: number): EmbeddedResource {
  const uri = dynamicUri(type, id);
  const text = `Resource ${id}: This is a ${type === 'Text' ? 'plaintext resource' : 'base64 blob'} created at ${new Date().toLocaleTimeString()}`;
  if (type === 'Text') return { uri, mimeType: 'text/plain', text };
  return { uri, mimeType: 'text/plain', blob: Buffer.from(text).toString('base64') };
}

/** The ID in a URI or an argument: a positive integer. */
export function readId(text: string): number | undefined {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 ? id : undefined;
}

/** Suggests the typed ID if it is one. */
export function suggestId(typed: string): readonly string[] {
  return readId(typed) === undefined ? [] : [typed];
}

export const dynamicText = defineResource({
  uri: 'demo://resource/dynamic/text/{resourceId}',
  name: 'Dynamic Text Resource',
  mimeType: 'text/plain',
  description: 'Plaintext dynamic resource fabricated from the {resourceId} variable, which must be an integer.',
  complete: { resourceId: suggestId },
  read: ({ resourceId }) => {
    const id = readId(resourceId);
    return id === undefined ? undefined : dynamicResource('Text', id).text;
  },
});

export const dynamicBlob = defineResource({
  uri: 'demo://resource/dynamic/blob/{resourceId}',
  name: 'Dynamic Blob Resource',
  mimeType: 'application/octet-stream',
  description: 'Binary (base64) dynamic resource fabricated from the {resourceId} variable, which must be an integer.',
  complete: { resourceId: suggestId },
  read: ({ resourceId }) => {
    const id = readId(resourceId);
    if (id === undefined) return undefined;
    const { blob = '' } = dynamicResource('Blob', id);
    return [{ mimeType: 'text/plain', blob: Buffer.from(blob, 'base64') }];
  },
});
