import type { VNode } from 'preact';
import type { ToolState } from '../../../server-state.ts';
import type { Store } from '../../store.ts';
import { toolKey, versionsOf } from '../../tool.ts';
import { Button } from '../button.tsx';
import { InputAndOutput } from '../schema-tree.tsx';
import { Text } from '../text.tsx';
import { DeprecationNote } from './tool-head.tsx';

/** All versions of a tool side by side: input, output and deprecation. */
export function VersionsView({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode {
  const versions = versionsOf(tool, store.tools.value);
  return (
    <div class="versions">
      {versions.map((version) => (
        <section class="version-card" key={version.version} aria-label={`Version ${version.version}`}>
          <h3 class="row">
            {version.version}
            {toolKey(version) === toolKey(tool) ? (
              <span class="mark">open</span>
            ) : (
              <Button class="quiet" onClick={() => store.select(toolKey(version))} text={`Open ${version.version}`} />
            )}
          </h3>
          {version.deprecation !== undefined && <DeprecationNote tool={version} />}
          <p class="about">
            <Text text={version.description} most={1_000} />
          </p>
          <InputAndOutput tool={version} />
        </section>
      ))}
    </div>
  );
}
