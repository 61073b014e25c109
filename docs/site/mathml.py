"""Formulas as MathML, which browsers show by themselves: no script, no font, no network. Docutils translates the LaTeX."""
import re

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml


def _tight(text):
    """Removes the space that browsers put around a bar or slash, because they take it for a relation."""
    return re.sub(r"<mo[^>]*>([|/])</mo>", r'<mo stretchy="false" lspace="0" rspace="0">\1</mo>', text)


def _inline(self, node):
    self.body.append(_tight(tex2mathml(node.astext(), inline=True)))
    raise nodes.SkipNode


def _block(self, node):
    self.body.append('<div class="math">' + _tight(tex2mathml(node.astext(), inline=False)) + "</div>\n")
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
