import { render } from 'preact';
import { findServer } from './server.ts';
import { createStore } from './store.ts';
import { App } from './views/app.tsx';

const root = document.querySelector('#root');
if (root !== null) {
  const store = createStore(findServer(document), () => localStorage, document.location);
  render(<App store={store} />, root);
  store.load().catch(() => undefined);
  store.live.watch();
  addEventListener('hashchange', store.selectFromAddress);
  addEventListener('storage', store.history.reload);
  setInterval(() => {
    store.checkHealth().catch(() => undefined);
  }, 10_000);
}
