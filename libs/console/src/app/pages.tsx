import { createElement, lazy, type ComponentType, type ReactNode } from 'react';
import type { PageProps } from '../routing/page-props.ts';
import type { Place } from '../routing/place.ts';
import { SessionsPage } from '../sessions/sessions-page.tsx';
import { UnknownPage } from './unknown-page.tsx';

const AgentsPage = lazy(() => import('../agents/agents-page.tsx'));
const AuditPage = lazy(() => import('../audit/audit-page.tsx'));
const FeedPage = lazy(() => import('../feed/feed-page.tsx'));
const SessionPage = lazy(() => import('../session/session-page.tsx'));
const SettingsPage = lazy(() => import('../settings/settings-page.tsx'));
const TaskPage = lazy(() => import('../task/task-page.tsx'));

/** Pages by the first part of the path and whether a second one follows. */
const pages: Readonly<Record<string, ComponentType<PageProps>>> = {
  '': SessionsPage,
  'sign-in/': SessionsPage,
  'sessions/': SessionPage,
  'tasks/': TaskPage,
  agents: AgentsPage,
  feed: FeedPage,
  audit: AuditPage,
  settings: SettingsPage,
};

const pageAt = ({ path: [first = '', second, third] }: Place): ComponentType<PageProps> => {
  const key = second === undefined ? first : `${first}/`;
  return (third === undefined && Object.hasOwn(pages, key) ? pages[key] : undefined) ?? UnknownPage;
};

/** The page that is at a place. */
export const Page = ({ place }: PageProps): ReactNode => createElement(pageAt(place), { place });
