import { createRoot } from 'react-dom/client';
import { StudentPage } from './student-page.tsx';
import { language } from './texts.ts';
import './student.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id root.');
document.documentElement.lang = language;
createRoot(root).render(<StudentPage />);
