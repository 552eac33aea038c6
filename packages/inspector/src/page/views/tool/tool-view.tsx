import type { VNode } from 'preact';
import type { Store } from '../../store.ts';
import { type ToolState, toolKey } from '../../tool.ts';
import { ModelsView } from '../models-view.tsx';
import { PublishedView } from '../published-view.tsx';
import { RunView } from '../run/run-view.tsx';
import { Fold } from '../text.tsx';
import { CallForm } from './call-form.tsx';
import { ToolHead } from './tool-head.tsx';
import { InputAndOutput, VersionsSideBySide } from './tool-versions.tsx';

/** One tool: its description, its form, and the results of its calls. */
export function ToolView({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode {
  const runs = store.runs.value.get(toolKey(tool)) ?? [];
  return (
    <article class="tool" aria-labelledby="tool-name">
      <ToolHead store={store} tool={tool} />
      <CallForm store={store} tool={tool} runs={runs} />
      <div class="runs" aria-live="polite">
        {runs.map((run) => (
          <RunView
            key={run.id}
            run={run}
            areSecretsShown={store.areSecretsShown.value}
            onAgain={() => store.call(tool, run.call.input, [run.wire])}
          />
        ))}
      </div>
      <Fold class="schemas" title="Input and output">
        {() => <InputAndOutput tool={tool} />}
      </Fold>
      <VersionsSideBySide store={store} tool={tool} />
      <ModelsView store={store} tool={tool} key={`models ${toolKey(tool)}`} />
      <PublishedView store={store} tool={tool} key={toolKey(tool)} />
    </article>
  );
}
