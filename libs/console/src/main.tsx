import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';

const root = document.getElementById('app');
if (root === null) throw new Error('The page has no element "app".');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
