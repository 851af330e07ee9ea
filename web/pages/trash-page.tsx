import { TrashList } from '../features/trash/trash-list.tsx';

/** `/trash` */
export const Component = TrashList;
