import type { ReactNode } from 'react';
import { PageFrame } from '../parts/page-frame.tsx';
import { Keys } from './keys/keys.tsx';
import { Projections } from './projections/projections.tsx';
import { Retention } from './retention.tsx';

/** What administrators set. */
const SettingsPage = (): ReactNode => (
  <PageFrame title="Settings">
    <Keys />
    <Retention />
    <Projections />
  </PageFrame>
);

export default SettingsPage;
