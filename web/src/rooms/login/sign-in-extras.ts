// What a sign-in by the password alone does not need, in one part: each further one costs the sign-in page its name.

export { continueSignIn } from './continueSignIn.tsx';
export { showPasswordHelp } from './PasswordHelp.tsx';
export { SignInMethods } from './SignInMethods.tsx';
