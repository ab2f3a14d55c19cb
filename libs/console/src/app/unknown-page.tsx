import type { ReactNode } from 'react';
import { PageFrame } from '../parts/page-frame.tsx';
import { hrefOf } from '../routing/place.ts';

/** An address that no page has. */
export const UnknownPage = (): ReactNode => (
  <PageFrame title="Nothing is here">
    <p>
      No page has this address. <a href={hrefOf([])}>All sessions</a> are a good place to go on from.
    </p>
  </PageFrame>
);
