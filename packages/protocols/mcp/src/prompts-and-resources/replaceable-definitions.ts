import type { ServingSettings } from '../definitions/option-defaults.ts';
import type { McpLists } from '../definitions/updates.ts';
import { compilePrompts, type Prompt } from './compile-prompt.ts';
import { compileResources, type Resources } from './compile-resource.ts';

/** The resources and prompts of a server at the moment: of the options, or of replaced lists until it is closed. Invalid definitions throw. */
export class ReplaceableDefinitions {
  readonly #settings: ServingSettings;
  readonly #stop: (() => void) | undefined;
  resources: Resources;
  prompts: readonly Prompt[];

  constructor(settings: ServingSettings) {
    const { updates } = settings;
    this.#settings = settings;
    this.resources = compileResources(updates?.lists.resources ?? settings.resources ?? []);
    this.prompts = compilePrompts(updates?.lists.prompts ?? settings.prompts ?? [], settings);
    this.#stop = updates?.beforeReplace((lists) => this.#prepare(lists));
  }

  close(): void {
    this.#stop?.();
  }

  #prepare({ resources, prompts }: McpLists): () => void {
    const compiled = {
      resources: resources && compileResources(resources),
      prompts: prompts && compilePrompts(prompts, this.#settings),
    };
    return () => {
      this.resources = compiled.resources ?? this.resources;
      this.prompts = compiled.prompts ?? this.prompts;
    };
  }
}
