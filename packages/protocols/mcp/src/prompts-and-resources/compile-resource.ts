import { checkNumber, durationLimit, kindOf, nameInErrors } from '@toolwire/internal';
import { defineResource, invalidResource, type ResourceDefinition } from '../definitions/resource-definition.ts';
import { isUri, parseUriTemplate, type UriTemplate } from './uri-template.ts';

/** A validated resource. */
export interface Resource {
  readonly definition: ResourceDefinition;
  /** Present if the URI has variables. */
  readonly template: UriTemplate | undefined;
  /** In bytes, if known. */
  readonly size: number | undefined;
}

/** All resources of a server. */
export interface Resources {
  /** Resources without variables, in the order of their definitions. */
  readonly single: readonly Resource[];
  readonly templates: readonly Resource[];
  /** The resources without variables. */
  readonly byUri: ReadonlyMap<string, Resource>;
}

/** Validates resource definitions. Each error has a code and names its resource. */
export function compileResources(definitions: readonly ResourceDefinition[]): Resources {
  const all = definitions.map(compileResource);
  const uris = all.map(({ definition }) => definition.uri);
  const duplicate = uris.find((uri, index) => uris.indexOf(uri) !== index);
  if (duplicate !== undefined) {
    throw invalidResource(`Resource '${duplicate}' is defined twice. Use a different URI for each.`);
  }
  const single = all.filter(({ template }) => template === undefined);
  return {
    single,
    templates: all.filter(({ template }) => template !== undefined),
    byUri: new Map(single.map((resource) => [resource.definition.uri, resource])),
  };
}

function compileResource(source: ResourceDefinition): Resource {
  const definition = defineResource(source);
  return nameInErrors(`Resource '${String(definition.uri)}'`, 'TW_RESOURCE', () => compile(definition));
}

function compile(definition: ResourceDefinition): Resource {
  const { uri, name, text, blob, timeoutMs, complete = {} } = definition;
  // MCP-RES-04
  if (!isUri(uri)) {
    throw invalidResource("its uri must be a URI such as 'docs://guide', without spaces");
  }
  if (typeof name !== 'string' || name.trim() === '') throw invalidResource('it has no name');
  checkContent(definition);
  if (timeoutMs !== undefined) checkNumber('timeoutMs', timeoutMs, durationLimit);
  const template = /[{}]/.test(uri) ? parseUriTemplate(uri) : undefined;
  if (template !== undefined && definition.read === undefined) {
    throw invalidResource('its uri has variables, so it needs the function read');
  }
  if (template === undefined && definition.list !== undefined) {
    throw invalidResource('it has the function list, but its uri has no variables');
  }
  const unknown = Object.keys(complete).find((variable) => !(template?.names ?? []).includes(variable));
  if (unknown !== undefined) {
    throw invalidResource(`its option \`complete\` contains '${unknown}', which is not a variable of its uri`);
  }
  const size = text === undefined ? blob?.length : new TextEncoder().encode(text).length;
  return { definition, template, size };
}

function checkContent(definition: ResourceDefinition): void {
  const { text, blob } = definition;
  const hasRead = definition.read !== undefined;
  if ([text !== undefined, blob !== undefined, hasRead].filter(Boolean).length !== 1) {
    throw invalidResource('exactly one of text, blob or read must be set');
  }
  if (text !== undefined && typeof text !== 'string') {
    throw invalidResource(`text must be a string, got ${kindOf(text)}`);
  }
  if (blob !== undefined && !(blob instanceof Uint8Array)) {
    throw invalidResource(`blob must be bytes, such as Buffer.from(base64, 'base64'), got ${kindOf(blob)}`);
  }
}
