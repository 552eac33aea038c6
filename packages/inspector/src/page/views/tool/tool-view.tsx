import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { ToolState } from '../../../server-state.ts';
import { toolTabs } from '../../navigation.ts';
import type { Store } from '../../store.ts';
import { toolKey, versionsOf } from '../../tools.ts';
import { Button, TabBar } from '../controls.tsx';
import { ResultPane } from '../run/result-pane.tsx';
import { InputAndOutput } from '../schema-tree.tsx';
import { Text } from '../text.tsx';
import { CallForm } from './call-form.tsx';
import { ListingsView } from './listings-view.tsx';
import { ModelsView } from './models-view.tsx';
import { DeprecationNote, ToolHead } from './tool-head.tsx';

/** One tool: its description, its form and its definitions, next to the results of its calls. */
export function ToolView({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode {
  const runs = store.runs.value.get(toolKey(tool)) ?? [];
  const panel = useId();
  const open = store.toolTab.value;
  const count = versionsOf(tool, store.tools.value).length;
  const items = toolTabs.map(([id, title]) => ({
    id,
    title: id === 'versions' && count > 1 ? `${title} ${count}` : title,
  }));
  return (
    <article class="tool" data-tool={toolKey(tool)} aria-labelledby="tool-name">
      <div class="tool-side">
        <ToolHead store={store} tool={tool} />
        <TabBar
          label="Parts of the tool"
          panel={panel}
          items={items}
          open={open}
          onOpen={(id) => (store.toolTab.value = toolTabs.find(([tab]) => tab === id)?.[0] ?? 'call')}
        />
        <div class="tool-panel" id={panel} role="tabpanel" aria-labelledby={`${panel}-${open}`}>
          {open === 'call' && <CallForm store={store} tool={tool} runs={runs} />}
          {open === 'schema' && <InputAndOutput tool={tool} />}
          {open === 'versions' && <VersionsView store={store} tool={tool} />}
          {open === 'models' && <ModelsView store={store} tool={tool} />}
          {open === 'raw' && <ListingsView store={store} tool={tool} />}
        </div>
      </div>
      {(open === 'call' || runs.length > 0) && <ResultPane store={store} runs={runs} />}
    </article>
  );
}

/** All versions of a tool side by side: input, output and deprecation. */
function VersionsView({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode {
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
            <Text text={version.description} maxLength={1_000} />
          </p>
          <InputAndOutput tool={version} />
        </section>
      ))}
    </div>
  );
}
