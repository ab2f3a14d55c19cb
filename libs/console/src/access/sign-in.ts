/** Who is signed in with this browser, and where one could sign in. */
export interface SignIn {
  readonly sign_in: string | null;
  readonly subject: string | null;
}

const nobody: SignIn = { sign_in: null, subject: null };

/** Asks the service; nobody is signed in where it does not answer. */
export const readSignIn = async (): Promise<SignIn> => {
  const answer = await fetch('/auth/session').catch(() => null);
  return answer?.ok === true ? ((await answer.json()) as SignIn) : nobody;
};

/** Ends the sign-in of this browser, in every process of the service; false where the service did not do it. */
export const signOut = async (): Promise<boolean> => {
  const answer = await fetch('/auth/logout', { method: 'POST' }).catch(() => null);
  return answer?.ok === true;
};
