@echo off
chcp 65001 >nul
title Dix de Der
cd /d "%~dp0"
if not exist "%~dp0python\python.exe" (
  echo Ce fichier est encore dans le .zip : fermez cette fenêtre, clic droit sur le .zip, « Extraire tout »,
  echo puis double clic sur « Dix de Der.cmd » dans le dossier extrait.
  pause
  exit /b 3
)
"%~dp0python\python.exe" "%~dp0site\dix_de_der\manage.py" serve --browser
echo.
pause
