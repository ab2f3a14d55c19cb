import { useQuery } from '@tanstack/react-query';
import { readSignIn, type SignIn } from './sign-in.ts';

const unknown: SignIn = { sign_in: null, subject: null };

/** Who is signed in, and where one could; nobody until the service says so. */
export const useSignIn = (): SignIn =>
  useQuery({ queryKey: ['sign-in'], queryFn: readSignIn, staleTime: Infinity }).data ?? unknown;
