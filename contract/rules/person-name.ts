/**
 * Letters, with what is written between the words of a name. A mark stands on its letter, two at most
 * (Vietnamese): marks alone are no name, and heaps of them would be drawn over what stands around it. Letters
 * that are not seen (fillers) are none.
 * @see rule FORM-01
 */
export const lettersOnly = /^(?=.*\p{L})(?!.*\p{Default_Ignorable_Code_Point})(?:\p{L}\p{M}{0,2}|[' .-])+$/u
