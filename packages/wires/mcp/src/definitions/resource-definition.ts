import type { ContentAnnotations, JsonObject, MaybePromise } from '@toolwire/core';
import { checkNames, type NamesOf } from '@toolwire/internal';
import type { Described } from './described.ts';
import type { McpContext, VisibleTo } from './mcp-context.ts';
import type { Suggestions } from './suggestions.ts';
import type { UriVariables } from './uri-variables.ts';

/** One piece of a resource: text, or bytes. */
export interface ResourceContent {
  /** Its own address, where it is only a part; that of the resource if left out. */
  readonly uri?: string;
  /** That of the resource if left out. */
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: Uint8Array;
  readonly meta?: JsonObject;
}

/** What a function gets that reads a resource. */
export interface ResourceContext extends McpContext {
  /** The address that was asked for. */
  readonly uri: string;
}

/** A resource, or with variables in its address many of them: plain data and a function, safe to ship in a package. */
export interface ResourceDefinition<Uri extends string = string> extends Described {
  /** An address such as `docs://guide`, or a template such as `notes://{folder}/{+path}{?version}`. */
  readonly uri: Uri;
  /** What clients call it, such as `guide.md`. */
  readonly name: string;
  /** Such as `text/markdown`; `text/plain` for texts and `application/octet-stream` for bytes if left out. */
  readonly mimeType?: string | undefined;
  /** For whom it is, and how much it matters. */
  readonly annotations?: ContentAnnotations | undefined;
  /** What it holds; or `blob`, or `read`. */
  readonly text?: string | undefined;
  readonly blob?: Uint8Array | undefined;
  /** Reads it, with the values of its variables; `undefined` where there is none, and a thrown `ToolError` tells the caller why not. */
  read?(
    variables: UriVariables<Uri>,
    context: ResourceContext,
  ): MaybePromise<string | Uint8Array | readonly ResourceContent[] | undefined>;
  /** What clients may suggest for a variable. */
  readonly complete?: { readonly [Name in keyof UriVariables<Uri>]?: Suggestions } | undefined;
  /** Who may see and read it; everybody who may call if left out. */
  readonly visible?: VisibleTo | undefined;
  /** The longest a reading may take, in milliseconds; what tools have otherwise. */
  readonly timeoutMs?: number | undefined;
}

const names: NamesOf<ResourceDefinition> = {
  uri: true,
  name: true,
  title: true,
  description: true,
  icons: true,
  meta: true,
  mimeType: true,
  annotations: true,
  text: true,
  blob: true,
  read: true,
  complete: true,
  visible: true,
  timeoutMs: true,
};

/** Defines a resource, with its function typed by the variables of its address. */
export function defineResource<const Uri extends string>(definition: ResourceDefinition<Uri>): ResourceDefinition<Uri> {
  checkNames(`Resource '${String(definition.uri)}'`, definition, names);
  return definition;
}
