/** What is within this part of a slide's height from its top or bottom edge is in its margin. */
export const marginShare = 0.12;
