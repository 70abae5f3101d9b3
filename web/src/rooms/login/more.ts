// What a sign-in by the password alone does not need, in one part: each further one costs the sign-in page its name.
export { forgot } from './Forgotten.tsx';
export { continueSignIn as goOn } from './goOn.tsx';
export { Ways } from './Ways.tsx';
