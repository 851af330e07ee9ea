"""Reads exported files with programs that are not part of Lectern, and prints what they read as JSON.

Argument: a folder with `moodle.xml`, `qti12.zip`, `qti21.zip`, `kahoot.xlsx`, `wayground.xlsx`, and `texts.json`.
"""

import json
import pathlib
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

import lxml.html
import moodle_xml_parser.parser
import onyx2moodle.parser
import openpyxl
import qti2latex
from qti_package_maker.common.package_integrity import check_package

folder = pathlib.Path(sys.argv[1])


def read_markup(markup):
    """Texts of the paragraphs and code blocks, and the names of all elements."""
    root = lxml.html.fragment_fromstring(markup, create_parent="div")
    return [read_lines(child) for child in root], sorted({element.tag for element in root.iter()})


def read_lines(element):
    for line_break in element.iter("br"):
        line_break.tail = "\n" + (line_break.tail or "")
    return element.text_content()


def read_moodle():
    questions = moodle_xml_parser.parser.parse_file(str(folder / "moodle.xml"))["multichoice"]
    return [
        {
            "stem": question.text_pre_parse,
            "options": [[option.answer, option.score_fraction] for option in question.options],
            "feedback": question.general_feedback,
        }
        for question in questions
    ]


def as_moodle_parser_reads(text):
    """The parser expands entities twice and drops CDATA marks, which Moodle does not."""
    element = xml.etree.ElementTree.Element("text")
    element.text = text
    return moodle_xml_parser.parser._extract_text_content(element)


def read_qti12():
    with zipfile.ZipFile(folder / "qti12.zip") as package:
        name = next(name for name in package.namelist() if name.split("/")[-1].startswith("quiz-"))
        root = xml.etree.ElementTree.fromstring(package.read(name))
    for item in qti2latex.findall_anyns(root, "item"):
        metadata = qti2latex.get_qti_metadata(item)
        feedback = qti2latex.first(qti2latex.findall_anyns(item, "itemfeedback"))
        feedback_html = None
        if feedback is not None:
            feedback_html = qti2latex.text_of(qti2latex.first(qti2latex.findall_anyns(feedback, "mattext")))
        choices = qti2latex.get_choices(item)
        correct = qti2latex.get_correct_idents(item)
        yield {
            "type": qti2latex.guess_type(metadata, item),
            "stem": read_markup(qti2latex.get_item_stem(item)),
            "options": [[read_markup(html), ident in correct] for ident, html in choices],
            "feedback": None if feedback_html is None else read_markup(feedback_html),
            "metadata": metadata,
        }


def read_qti21():
    with tempfile.TemporaryDirectory() as unpacked, zipfile.ZipFile(folder / "qti21.zip") as package:
        for name in package.namelist():
            if not name.startswith("items/"):
                continue
            item = onyx2moodle.parser.parse_item(pathlib.Path(package.extract(name, unpacked)))
            (interaction,) = item.interactions
            stem = [
                onyx2moodle.parser._strip_namespaces(lxml.etree.tostring(child, encoding="unicode", with_tail=False))
                for child in item.body_xml
                if onyx2moodle.parser._local(child.tag) in ("p", "pre")
            ]
            correct = item.response_decls[interaction.response_identifier].correct_values
            yield {
                "type": interaction.kind,
                "stem": read_markup("".join(stem)),
                "options": [[read_markup(choice.html), choice.identifier in correct] for choice in interaction.choices],
                "feedback": read_markup(item.feedback[0].html) if item.feedback else None,
            }


def read_sheet(name):
    sheet = openpyxl.load_workbook(folder / name).active
    return [list(row) for row in sheet.iter_rows(values_only=True)]


json.dump(
    {
        "moodle": read_moodle(),
        "moodle_texts": [as_moodle_parser_reads(text) for text in json.loads((folder / "texts.json").read_text())],
        "qti12": list(read_qti12()),
        "qti21": list(read_qti21()),
        "kahoot": read_sheet("kahoot.xlsx"),
        "wayground": read_sheet("wayground.xlsx"),
        "violations": [each for name in ("qti12.zip", "qti21.zip") for each in check_package(str(folder / name))],
    },
    sys.stdout,
)
